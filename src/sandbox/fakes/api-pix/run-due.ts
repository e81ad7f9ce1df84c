import { endDevolucao } from './devolucoes.ts'
import { sendDueNotifications } from './notifications.ts'
import type { Bank } from './deps.ts'
import { takeBack } from './take-back.ts'

/** Does what is due: ends refunds, takes money back for the network, and sends webhooks. */
export async function runDue(bank: Bank): Promise<void> {
  const now = bank.clock().toISOString()
  for (const [endToEndId, { devolucoes, med }] of bank.tables.pix.where('isOpen', 'true')) {
    for (const { id, due } of devolucoes)
      if (due !== undefined && due.at <= now) endDevolucao(bank, endToEndId, id)
    if (med !== undefined && med.at <= now) takeBack(bank, endToEndId, med)
  }
  await sendDueNotifications(bank)
}
