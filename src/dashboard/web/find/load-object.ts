import { redirect } from 'react-router'
import type { FindAnswer } from '#contract/dashboard/find.ts'
import { disputeAddress } from '#domain/dashboard/addresses.ts'
import { Refused } from '../calls/call.ts'
import { eventAddress, timelineAddress } from '../parts/timeline-address.ts'
import type { Deps } from '../deps.ts'

/** `/o/:id`: redirects to the page of the object with this id. Throws `Refused` (404) without a visible one. */
export async function loadObject({ call }: Pick<Deps, 'call'>, id: string): Promise<Response> {
  const { hits } = await call<FindAnswer>('/find', { method: 'POST', body: { text: id } })
  for (const hit of hits) {
    if (hit.kind === 'session')
      return redirect(
        id.startsWith('dp_')
          ? disputeAddress(hit.merchantId, id)
          : timelineAddress(hit.merchantId, hit.id),
      )
    if (hit.kind === 'merchant') return redirect(`/m/${hit.id}`)
    if (hit.kind === 'key' && hit.key.merchantId !== null)
      return redirect(`/m/${hit.key.merchantId}/integration`)
    if (hit.kind === 'event') return redirect(eventAddress(hit.merchantId, hit.id))
  }
  throw new Refused(404, 'not_found', '')
}
