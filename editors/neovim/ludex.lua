-- Ludex for Neovim 0.11 and later: copy this file to ~/.config/nvim/plugin/.
vim.filetype.add({
  extension = { kif = 'gdl-prefix', gdl = 'gdl-infix', rbg = 'rbg' },
})

vim.lsp.config('ludex', {
  cmd = { 'ludex', 'lsp' },
  filetypes = { 'gdl-prefix', 'gdl-infix', 'rbg' },
  root_markers = { '.git' },
  init_options = { strict = false, hints = false },
})
vim.lsp.enable('ludex')

-- The marks of comments, for gc.
vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'gdl-prefix', 'gdl-infix', 'rbg' },
  callback = function(event)
    local marks = { ['gdl-prefix'] = '; %s', ['gdl-infix'] = '%% %s', ['rbg'] = '// %s' }
    vim.bo[event.buf].commentstring = marks[event.match]
  end,
})
