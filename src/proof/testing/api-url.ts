/** Where tests find the API. */
export const API_URL = 'https://api.test'
