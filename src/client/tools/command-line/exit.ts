/** Exit codes, after sysexits.h where it has one; pinned by the contract, section 12. */
export const EXIT = { success: 0, refusal: 1, usage: 64, configuration: 78 } as const

/** Ends a command with a message and an exit code. */
export class CommandFailure extends Error {
  override name = 'CommandFailure'
  readonly exitCode: number
  constructor(message: string, exitCode: number = EXIT.refusal) {
    super(message)
    this.exitCode = exitCode
  }
}
