-- Ludex for Neovim 0.7.2 and later: copy this file to ~/.config/nvim/plugin/.
local filetypes = { kif = 'gdl-prefix', gdl = 'gdl-infix', rbg = 'rbg' }
local names = { 'gdl-prefix', 'gdl-infix', 'rbg' }
local settings = { strict = false, hints = false }

if vim.filetype and vim.filetype.add then
  vim.filetype.add({ extension = filetypes })
end
for extension, name in pairs(filetypes) do -- before 0.8 filetype.add may be off
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, {
    pattern = '*.' .. extension,
    callback = function()
      vim.bo.filetype = name
    end,
  })
end

-- start attaches the language server to a buffer where Neovim does not do so by itself.
local client
local function start(event)
  if vim.lsp.start then
    vim.lsp.start({
      name = 'ludex',
      cmd = { 'ludex', 'lsp' },
      root_dir = vim.fn.getcwd(),
      init_options = settings,
    }, { bufnr = event.buf })
    return
  end
  if not client or vim.lsp.client_is_stopped(client) then
    client = vim.lsp.start_client({
      name = 'ludex',
      cmd = { 'ludex', 'lsp' },
      root_dir = vim.fn.getcwd(),
      init_options = settings,
    })
  end
  if client then
    vim.lsp.buf_attach_client(event.buf, client)
  end
end

if vim.lsp.config and vim.lsp.enable then -- 0.11 and later
  vim.lsp.config('ludex', {
    cmd = { 'ludex', 'lsp' },
    filetypes = names,
    root_markers = { '.git' },
    init_options = settings,
  })
  vim.lsp.enable('ludex')
end

vim.api.nvim_create_autocmd('FileType', {
  pattern = names,
  callback = function(event)
    local marks = { ['gdl-prefix'] = '; %s', ['gdl-infix'] = '%% %s', ['rbg'] = '// %s' }
    vim.bo[event.buf].commentstring = marks[event.match]
    if not (vim.lsp.config and vim.lsp.enable) then
      start(event)
    end
  end,
})
