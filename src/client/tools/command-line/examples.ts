export function examples(program: string, commands: readonly string[]): string {
  return ['', 'Examples:', ...commands.map((command) => `  $ npx --no ${program} ${command}`)].join(
    '\n',
  )
}
