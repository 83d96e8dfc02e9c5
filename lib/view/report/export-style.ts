import { paletteStyle } from "../chart-svg/palette";

/** The looks of a post-mortem that is a file of its own: no font, no picture and no script is fetched. */
export const exportStyle = `
:root{color-scheme:light dark;${paletteStyle}}
*{box-sizing:border-box}
html{background:var(--paper);color:var(--ink);font:15px/1.55 Inter,system-ui,-apple-system,"Segoe UI",sans-serif;font-variant-numeric:tabular-nums;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:62rem;padding:2.5rem 1.25rem 4rem;overflow-wrap:break-word}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
p a,td a,li a,footer a{text-decoration:underline;text-decoration-color:color-mix(in oklab,currentColor 35%,transparent);text-underline-offset:.18em}
strong{font-weight:640}
code{font:0.92em/1.4 "JetBrains Mono",ui-monospace,SFMono-Regular,Menlo,monospace}
.eyebrow{margin:0;color:var(--ink-2);font-size:.8125rem;letter-spacing:.02em}
h1{margin:.15rem 0 .3rem;font-size:1.9rem;line-height:1.2;letter-spacing:-.02em}
.meta{margin:0;color:var(--ink-2);font-size:.8125rem}
.badge{display:inline-block;margin:.75rem 0 0;padding:.1rem .5rem;border-radius:3px;background:var(--accent-soft);color:var(--accent);font-size:.8125rem;font-weight:600}
section{margin-top:2.75rem}
h2{margin:0 0 .9rem;padding-bottom:.4rem;border-bottom:1px solid var(--hairline-strong);font-size:1.2rem;letter-spacing:-.01em}
h3{margin:1.75rem 0 .5rem;font-size:.9375rem}
p{margin:0 0 .8rem;max-width:46rem}
#summary>p:first-of-type{font-size:1.125rem;line-height:1.5}
.dim,.note{color:var(--ink-2)}
.note{font-size:.8125rem;margin-top:.4rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.8438rem;line-height:1.45}
th,td{padding:.36rem .9rem .36rem 0;text-align:start;vertical-align:baseline;border-bottom:1px solid var(--hairline)}
th{color:var(--ink-2);font-weight:500;white-space:nowrap}
th.n,td.n{text-align:end;white-space:nowrap}
td.when{white-space:nowrap}
th:last-child,td:last-child{padding-inline-end:0}
tr.sum td{border-top:1px solid var(--hairline-strong);font-weight:640}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1.25rem;margin:0;font-size:.875rem}
dt{font-weight:640}
dd{margin:0;color:var(--ink-2);max-width:44rem}
figure{margin:0 0 1.5rem}
figure svg{display:block;width:100%;height:auto}
blockquote{margin:.4rem 0 .9rem;padding:.45rem .8rem;border-inline-start:3px solid var(--hairline-strong)}
blockquote pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font:.8125rem/1.5 "JetBrains Mono",ui-monospace,SFMono-Regular,Menlo,monospace}
blockquote footer{margin-top:.3rem;color:var(--ink-2);font-size:.8125rem}
.edited{margin:0 0 1rem;padding-inline-start:.9rem;border-inline-start:3px solid var(--accent)}
.edited>.by{margin-bottom:.4rem;color:var(--ink-2);font-size:.8125rem}
.changed{margin:0 0 1rem;padding:.6rem .9rem;border-inline-start:3px solid var(--warning);background:var(--sunken);font-size:.8438rem}
.changed ul{margin:.2rem 0 .5rem;padding-inline-start:1.1rem}
details{margin:0 0 1rem;font-size:.875rem;color:var(--ink-2)}
summary{cursor:pointer}
details[open] summary{margin-bottom:.5rem}
footer.end{margin-top:3rem;padding-top:.8rem;border-top:1px solid var(--hairline);color:var(--ink-2);font-size:.8125rem}
@media(max-width:40rem){td.when{white-space:normal;min-width:5.5rem}td:last-child{min-width:9rem}td.n:last-child{min-width:0}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}h1{font-size:1.5rem}figure{overflow-x:auto}figure svg{min-width:44rem}}
@media print{
:root{color-scheme:light}
html{font-size:10.5pt;background:#fff}
body{max-width:none;padding:0}
@page{margin:16mm 14mm 18mm;@bottom-right{content:counter(page) " of " counter(pages);font:8.5pt system-ui,sans-serif;color:#5d6066}}
section{margin-top:1.6rem}
h2,h3{break-after:avoid}
figure,blockquote,tr,.edited,.short{break-inside:avoid}
thead{display:table-header-group}
.scroll{overflow:visible}
a{color:inherit;text-decoration:none}
details>summary{list-style:none}
}`;
