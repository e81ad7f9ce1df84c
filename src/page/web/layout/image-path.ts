/** The BFF's path of the merchant's logo, or of an order line's picture by index. */
export function imagePath(reference: string, name: 'logo' | number): string {
  return `/api/checkout/${encodeURIComponent(reference)}/images/${name}`
}
