/** The address of the page for a composition in a state. */
export function pageAddress(code: string, state: string, locale: string | null): string {
  const search = locale === null ? '' : `?locale=${encodeURIComponent(locale)}`
  return `/c/preview.${state}.${code}${search}`
}
