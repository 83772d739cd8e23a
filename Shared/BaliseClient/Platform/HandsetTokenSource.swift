// Where the tokens of a handset come from.

/// Gives the tokens of this handset as they come: those of the system's notifications on iOS, a script's elsewhere.
public protocol HandsetTokenSource: Sendable {
    /// The tokens from now on, and the latest one if there is one already. The stream ends when there will be none any more.
    func tokens() -> AsyncStream<HandsetToken>
}

extension PushRegistrar {
    /// Takes the tokens of a source, each in place of the former one of its kind, until the source ends or the task is
    /// cancelled. What is registered of it, and when, is the work of ``run()``.
    public func use(from source: any HandsetTokenSource) async {
        for await token in source.tokens() { use(token) }
    }
}
