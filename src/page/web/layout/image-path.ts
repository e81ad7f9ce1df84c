/** Where the page's own backend has a picture: the merchant's logo, or that of a line by its place. */
export function imagePath(reference: string, name: 'logo' | number): string {
  return `/api/checkout/${encodeURIComponent(reference)}/images/${name}`
}
