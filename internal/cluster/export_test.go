package cluster

// Limit makes bodies from a size on too large for messages.
func (m *Manager) Limit(bytes int) { m.queue.(*natsQueue).most = bytes }

// Limit makes bodies from a size on too large for messages.
func (w *Worker) Limit(bytes int) { w.most = bytes }
