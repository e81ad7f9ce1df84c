import type { BankWords } from '../bank-words.ts'

export const ptBR: BankWords = {
  bank: 'Banco Sandbox',
  ribbon: 'Simulador: sem banco de verdade, sem dinheiro de verdade',
  title: 'Confirme este pagamento',
  explanation:
    'Aqui o banco emissor do cartão confirmaria que é você mesmo. No sandbox, você escolhe a resposta dele.',
  merchant: 'Loja',
  amount: 'Valor',
  card: 'Cartão',
  cardEndingIn: 'final',
  complete: 'Concluir autenticação',
  fail: 'Recusar autenticação',
  cancel: 'Cancelar',
  notFoundTitle: 'Esta página não existe',
  notFound: 'O endereço está incompleto ou não pertence a nenhum pagamento deste sandbox.',
}
