/** Who pays where a test does not say who. By this address no Pix and no boleto is paid until the test decides it. */
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

/** What a payment asks of the shopper. */
export type Payer = { [Fact in keyof typeof PAYER]: string }
