import type { ActAnswer, ActCeremony, ActName, ActSent } from '#contract/dashboard/acts.ts'
import { type Call, Refused } from '../calls/call.ts'
import { signByPasskey } from '../passkeys/use-passkey.ts'

export interface AskedAct<Name extends ActName> {
  act: Name
  input: ActSent<Name>
  /** Makes a second press, or a retry after a lost answer, the same act. */
  idempotencyKey: string
}

/** Performs an act. Where the server requires a signature, the person's passkey first signs this input. */
export async function performAct<Name extends ActName>(
  call: Call,
  { act, input, idempotencyKey }: AskedAct<Name>,
): Promise<ActAnswer<Name>> {
  const perform = (signature?: Signature) =>
    call<ActAnswer<Name>>(`/acts/${act}`, {
      method: 'POST',
      headers: { 'Idempotency-Key': idempotencyKey },
      body: { input, ...(signature && { signature }) },
    })
  try {
    return await perform()
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'signature_required') throw error
  }
  const { ceremonyId, options } = await call<ActCeremony>('/ceremonies', {
    method: 'POST',
    body: { act, input },
  })
  return perform({ ceremonyId, assertion: await signByPasskey(options) })
}

interface Signature {
  ceremonyId: string
  assertion: object
}
