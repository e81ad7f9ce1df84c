/** The end of a command's help: what one would really type. */
export function examples(...commands: string[]): string {
  return ['', 'Examples:', ...commands.map((command) => `  $ npx checkout ${command}`)].join('\n')
}
