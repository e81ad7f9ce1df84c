/** File name of the published package, as npm packs it. */
export function tarballName(version: string): string {
  return `hosted-checkout-${version}.tgz`
}
