import type { NoScriptWords } from '../no-script-words.ts'

export const ptBR: NoScriptWords = {
  cardTitle: 'O cartão precisa de JavaScript',
  cardText:
    'Seu cartão é criptografado no navegador antes do envio, e só o JavaScript faz isso. Ative-o e recarregue a página.',
  checkNow: 'Verificar agora',
  payBy: 'Pague até',
  waiting: 'Aguardando seu pagamento. Esta página verifica sozinha.',
  staleTitle: 'Tente de novo, por favor',
  staleText: 'O formulário ficou aberto por muito tempo, ou seu navegador não guarda cookies.',
}
