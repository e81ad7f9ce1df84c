import type { NoScriptWords } from '../no-script-words.ts'

export const ptBR: NoScriptWords = {
  cardTitle: 'O cartão precisa de JavaScript',
  cardText:
    'Seu cartão é criptografado no seu navegador antes do envio, e só o JavaScript faz isso. Ative-o e carregue a página de novo.',
  checkNow: 'Verificar agora',
  payBy: 'Pague até',
  waiting: 'Aguardando seu pagamento. Esta página verifica sozinha.',
  staleTitle: 'Aperte o botão de novo, por favor',
  staleText: 'O formulário ficou aberto por tempo demais, ou seu navegador não guarda cookies.',
}
