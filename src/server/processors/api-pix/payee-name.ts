import { isNamedInCode, parseBrCode } from '../../../domain/methods/pix/br-code.ts'
import type { Account } from './settings.ts'

/**
 * The holder of the account, as a payer's bank names them: the code's name, or that of the settings where the code only cuts
 * it and drops its accents. Undefined when neither says.
 */
export function payeeNameOf(
  { receiver }: Pick<Account, 'receiver'>,
  code: string | undefined,
): string | undefined {
  const inCode = parseBrCode(code ?? '')?.merchantName.trim()
  if (inCode === undefined || inCode === '') return receiver?.name
  return receiver !== undefined && isNamedInCode(receiver.name, inCode) ? receiver.name : inCode
}
