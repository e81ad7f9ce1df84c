/** The id of the control for a field of the call. */
export function fieldId(path: string): string {
  return `field-${path.replaceAll('.', '-')}`
}
