import { z } from 'zod'
import type { CheckoutClient, CreateSessionInput, Session } from '#client/index.ts'
import { CURRENCY, findProduct } from './catalog.ts'
import { type Order, totalMinor } from './order.ts'

export const QUANTITY_MAX = 5
const INSTALLMENTS = {
  max: 12,
  minimumPerInstallment: 500,
  interestFree: 3,
  monthlyInterestBasisPoints: 199,
}

const OrderForm = z.object({
  product: z.string().transform((slug, context) => {
    const product = findProduct(slug)
    if (product !== undefined) return product
    context.addIssue('is not in the catalog')
    return z.NEVER
  }),
  variant: z.string().optional(),
  quantity: z.coerce.number().int().min(1).max(QUANTITY_MAX).default(1),
})

/** Parses the order form; `undefined` when it cannot come from a form of this store. */
export function readOrderForm(
  form: unknown,
  { id, placedAt }: { id: string; placedAt: Date },
): Order | undefined {
  const read = OrderForm.safeParse(form)
  if (!read.success) return undefined
  const { product, quantity } = read.data
  const variant = product.variants.find(
    (known) => read.data.variant === undefined || known === read.data.variant,
  )
  if (variant === undefined) return undefined
  return { id, placedAt, product, variant, quantity, sessions: [], events: [] }
}

/**
 * Creates the session of an order. Its idempotency key is derived from the order number, so that a retry opens the same
 * session; a new session after a canceled one has a key of its own.
 */
export function openPaymentPage(
  order: Order,
  {
    client,
    merchantId,
    storeUrl,
  }: { client: Pick<CheckoutClient, 'sessions'>; merchantId: string; storeUrl: string },
): Promise<Session> {
  const opened = order.sessions.length
  const idempotencyKey = opened === 0 ? order.id : `${order.id}-${opened + 1}`
  return client.sessions.create(sessionOf(order, { merchantId, storeUrl }), { idempotencyKey })
}

function sessionOf(
  order: Order,
  { merchantId, storeUrl }: { merchantId: string; storeUrl: string },
): CreateSessionInput {
  const orderUrl = `${storeUrl}/orders/${order.id}`
  return {
    merchantId,
    currency: CURRENCY,
    amount: totalMinor(order),
    lineItems: [
      {
        name: order.product.name,
        description: order.variant,
        quantity: order.quantity,
        unitAmount: order.product.unitAmountMinor,
        imageUrl: `${storeUrl}/assets/${order.product.slug}.webp`,
      },
    ],
    orderReference: order.id,
    locale: 'auto',
    paymentMethods: ['card', 'pix', 'boleto'],
    installments: INSTALLMENTS,
    successUrl: orderUrl,
    cancelUrl: orderUrl,
  }
}
