import('../esm/tools.js')
