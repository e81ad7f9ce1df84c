import type { PlainWords } from '../plain-words.ts'

export const ptBR: PlainWords = {
  home: 'Uma loja traz você até aqui na hora de pagar. Sem um pedido, não há nada para ver.',
  formTitle: 'Este formulário não foi aceito',
  formText: 'Volte, carregue de novo a página do seu pedido e aperte o botão lá.',
  cardTitle: 'Tente de novo, por favor',
  cardText:
    'No momento não é possível receber cartões. Tente de novo em instantes ou pague de outra forma.',
  busyTitle: 'Há gente demais aqui agora',
  busyText:
    'Seu pedido está esperando por você. Mantenha esta página aberta: ela recarrega sozinha em alguns segundos.',
}
