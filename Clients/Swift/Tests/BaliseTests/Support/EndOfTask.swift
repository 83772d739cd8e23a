extension Task<Void, Never> {
    /// Cancels the task and waits for its end.
    public func end() async {
        cancel()
        await value
    }
}
