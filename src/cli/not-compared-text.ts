/** What an operator reads about an account whose module has no `listMovements`. */
export function notComparedText(account: string): string {
  return `${account} is not compared: its module has no listMovements. Compare its reports by hand.`
}
