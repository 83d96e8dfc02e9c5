/** jstat ships no types; these are the functions that are used here. */
declare module "jstat" {
  interface JStat {
    /** Regularised lower incomplete gamma function P(a, x). */
    lowRegGamma(a: number, x: number): number;
    readonly studentt: {
      /** The value below which Student's t with `degrees` degrees of freedom lies with probability `p`. */
      inv(p: number, degrees: number): number;
    };
    readonly hypgeom: {
      /** P(k successes) when `n` are drawn from `N`, of which `m` are successes. */
      pdf(k: number, N: number, m: number, n: number): number;
    };
  }
  const jstat: { readonly jStat: JStat };
  export default jstat;
}
