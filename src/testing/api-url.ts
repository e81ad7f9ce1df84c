/** Where tests find the API. */
export const API_URL = 'http://api.test'
