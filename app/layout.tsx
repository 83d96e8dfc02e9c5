import { CSPProvider } from "@base-ui/react/csp-provider";
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies, headers } from "next/headers";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { CommandCenter } from "@/components/palette/command-center";
import { parseTheme, themeCookie } from "@/components/ui/theme";
import "./globals.css";

const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "swap",
});

const jetbrains = localFont({
  src: "../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
  weight: "100 800",
  variable: "--font-jetbrains",
  display: "swap",
});

export const metadata: Metadata = {
  title: { default: "Falsezero", template: "%s · Falsezero" },
  description: "Tells an environment that broke from a policy that failed.",
};

export const viewport: Viewport = { colorScheme: "light dark" };

/** The theme comes from a cookie, so the first byte of HTML already has it: no script, no flash. */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(themeCookie)?.value);
  // The server's policy allows only styles and scripts that carry its nonce; Base UI has a few.
  const nonce = (await headers()).get("x-nonce");
  return (
    <html
      lang="en"
      className={`${inter.variable} ${jetbrains.variable}`}
      data-theme={theme === "system" ? undefined : theme}
    >
      <body>
        <a
          href="#content"
          className="sr-only rounded bg-raised px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
        >
          Skip to content
        </a>
        <CSPProvider {...(nonce === null ? {} : { nonce })}>
          <NuqsAdapter>
            {children}
            <CommandCenter />
          </NuqsAdapter>
        </CSPProvider>
      </body>
    </html>
  );
}
