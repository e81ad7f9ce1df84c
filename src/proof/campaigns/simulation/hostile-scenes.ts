import { ask } from './client.ts'
import {
  anotherPurchase,
  cardBody,
  checkoutCall,
  create,
  inEnvelope,
  merchantCall,
  type Purchase,
} from './purchase.ts'
import { payByCard } from './rare-scenes.ts'
import { settle } from './settle.ts'
import type { Stage } from './stage.ts'

/** Orders of this scene are numbered from here on. */
const FIRST_NUMBER = 1000
const KEY = 'stolen'

/** Code in the page of one session sends the envelope of its card to another session. */
export async function stealEnvelope(stage: Stage, purchase: Purchase): Promise<void> {
  const number = FIRST_NUMBER + Number(purchase.created.key?.split('-').at(1))
  const victim = anotherPurchase(stage, purchase, number)
  await settle(stage, [create(stage, victim)])
  if (victim.id === undefined) return
  const sealed = inEnvelope(stage, victim, cardBody(stage, 'approved'), KEY)
  const stolen = checkoutCall(stage, purchase, '/payments', sealed, KEY)
  await settle(stage, [ask(stage, { ...stolen, sealedFor: victim.id })])
}

/** A merchant repeats a refund whose answer was lost, and sends no key. */
export async function repeatRefundWithoutKey(stage: Stage, purchase: Purchase): Promise<void> {
  await payByCard(stage, purchase, 'approved')
  const body = { reason: `${purchase.id} without a key`, amount: 1 }
  const asked = merchantCall(purchase, '/refunds', body, null)
  await settle(stage, [ask(stage, asked)])
  await settle(stage, [ask(stage, asked)])
}
