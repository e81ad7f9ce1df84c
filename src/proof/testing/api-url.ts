/** Base URL of the API in tests. */
export const API_URL = 'https://api.test'
