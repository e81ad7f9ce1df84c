void import('../esm/tools.js')
