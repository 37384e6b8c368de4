const types = {
  md: 'text/markdown',
  txt: 'text/plain',
  csv: 'text/csv',
  svg: 'image/svg+xml',
};

export const folderType = 'inode/directory';
export const typeOf = (path) => types[path.slice(path.lastIndexOf('.') + 1)] ?? 'text/plain';
export const baseName = (path) => path.slice(path.lastIndexOf('/') + 1);
