import { isNamedInCode, parseBrCode } from '#domain/methods/pix/br-code.ts'
import type { Account } from './settings.ts'

/**
 * The account's holder, as a payer's bank names them: the name in the code, or the name in the settings when the code's is
 * that one, cut and without accents. Undefined when neither has a name.
 */
export function payeeNameOf(
  { receiver }: Pick<Account, 'receiver'>,
  code: string | undefined,
): string | undefined {
  const inCode = parseBrCode(code ?? '')?.merchantName.trim()
  if (inCode === undefined || inCode === '') return receiver?.name
  return receiver !== undefined && isNamedInCode(receiver.name, inCode) ? receiver.name : inCode
}
