import { plainText } from '#contract/values.ts'
import { isNamedInCode } from '#domain/methods/pix/br-code.ts'
import { oneLine } from '#domain/one-line.ts'

const Name = plainText(200).transform(oneLine)

/** Who is paid, as the processor names them. Null without a name, or when it is the known name as a Pix code writes it. */
export function knownPayeeName(stated: unknown, known: string | null): string | null {
  const name = Name.safeParse(stated).data ?? ''
  return name === '' || (known !== null && isNamedInCode(known, name)) ? null : name
}
