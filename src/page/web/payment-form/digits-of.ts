export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '')
}
