/// Runs the body as many times as given, all at once, with a number from 0, and returns the results as they come.
@discardableResult
public func concurrently<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (_ number: Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for number in 0..<count { group.addTask { try await body(number) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
