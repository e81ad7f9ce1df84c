/** The default payer. The sandbox pays no Pix and no boleto of this e-mail address until `sandbox.simulate`. */
export const PAYER = {
  email: 'fill_never@example.com',
  name: 'Ana Souza',
  taxId: '529.982.247-25',
  phone: '(11) 98765-4321',
  postalCode: '01310-100',
  line1: 'Avenida Paulista, 1000',
  city: 'São Paulo',
  state: 'SP',
} as const

/** The shopper's data that a payment may require. */
export type Payer = { [Fact in keyof typeof PAYER]: string }
