import type { BankWords } from '../bank-words.ts'

export const es: BankWords = {
  bank: 'Banco Sandbox',
  ribbon: 'Simulador: ni banco ni dinero de verdad',
  title: 'Confirma este pago',
  explanation:
    'Aquí el banco emisor de la tarjeta confirmaría que eres tú. En el sandbox, eliges su respuesta.',
  merchant: 'Tienda',
  amount: 'Importe',
  card: 'Tarjeta',
  cardEndingIn: 'terminada en',
  complete: 'Completar autenticación',
  fail: 'Rechazar autenticación',
  cancel: 'Cancelar',
  notFoundTitle: 'Esta página no existe',
  notFound: 'La dirección está incompleta o no pertenece a ningún pago de este sandbox.',
}
