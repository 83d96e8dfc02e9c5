/** jstat ships no types; these are the functions that are used here. */
declare module "jstat" {
  interface JStat {
    /** Regularised lower incomplete gamma function P(a, x). */
    lowRegGamma(a: number, x: number): number;
    readonly hypgeom: {
      /** P(k successes) when `n` are drawn from `N`, of which `m` are successes. */
      pdf(k: number, N: number, m: number, n: number): number;
    };
  }
  const jstat: { readonly jStat: JStat };
  export default jstat;
}
