final class Gate: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    /// Returns when the writer has reached the gate.
    /// - Parameters:
    ///   - first: The statements that the write runs before it waits.
    ///   - ended: Called when the write is done.
    init(
        holding database: ServiceDatabase, on partition: WritePartition = .common,
        _ first: @escaping @Sendable (Connection) throws -> Void = { _ in },
        ended: @escaping @Sendable () -> Void = {}
    ) {
        database.write(on: partition) { [entered, opened] connection in
            try first(connection)
            entered.signal()
            opened.wait()
        } completion: { _ in
            ended()
        }
        entered.wait()
    }

    func open() { opened.signal() }
}

func inOneBatch<Value: Sendable>(
    of database: ServiceDatabase, _ bodies: [@Sendable (Connection) throws -> Value]
) async -> [Result<Value, any Error>] {
    let gate = Gate(holding: database)
    return await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
        // Queued here and not in the tasks, so that they keep the order of the array.
        let streams = bodies.map { body in
            AsyncStream<Result<Value, any Error>> { stream in
                database.write(body) { result in
                    stream.yield(result)
                    stream.finish()
                }
            }
        }
        gate.open()
        for (index, stream) in streams.enumerated() {
            group.addTask {
                for await result in stream { return (index, result) }
                return (index, .failure(StorageError.closed))
            }
        }
        var results = [Result<Value, any Error>](repeating: .failure(StorageError.closed), count: bodies.count)
        for await (index, result) in group { results[index] = result }
        return results
    }
}
