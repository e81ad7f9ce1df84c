/** The DOM id of a field's control, by its path in the request. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`
}
