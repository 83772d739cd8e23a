// Takes finished lines and writes them on a thread of its own, so that whoever logs never waits for the disk.

import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes lines to a file descriptor, in order, on a thread of its own.
///
/// Lines wait in memory for the moment that the writing takes. Over the bound (a reader that does not read) new lines
/// are dropped, and the next line that fits says how many.
public final class LogWriter: Sendable {
    private struct State {
        var pending: [UInt8] = []
        var dropped = 0
        var isScheduled = false
    }

    /// Writes to the standard error output.
    public static let standardError = LogWriter(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let maximumPending: Int
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "balise.log", qos: .utility)

    /// A writer to an open descriptor, which it does not close.
    public init(descriptor: Int32, maximumPendingBytes: Int = 4 << 20) {
        self.descriptor = descriptor
        maximumPending = maximumPendingBytes
    }

    /// Takes a line without its end, and returns at once.
    func write(_ line: [UInt8]) {
        let mustSchedule = state.withLock { state in
            guard state.pending.count + line.count < maximumPending else {
                state.dropped += 1
                return false
            }
            if state.dropped > 0 {
                state.pending += Array("\(state.dropped) log lines were dropped here\n".utf8)
                state.dropped = 0
            }
            state.pending += line
            state.pending.append(UInt8(ascii: "\n"))
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { queue.async { self.drain() } }
    }

    /// Returns when everything taken so far has been written.
    public func flush() {
        queue.sync { drain() }
    }

    private func drain() {
        while true {
            let bytes = state.withLock { state in
                defer { state.pending = [] }
                if state.pending.isEmpty { state.isScheduled = false }
                return state.pending
            }
            if bytes.isEmpty { return }
            writeAll(bytes)
        }
    }

    /// A log that cannot be written (closed pipe, full disk) must not stop the service, so errors end here.
    private func writeAll(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = systemWrite(descriptor, rest)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&waiting, 1, 1000)
                } else if errno != EINTR {
                    return
                }
            }
        }
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    return write(descriptor, bytes.baseAddress, bytes.count)
}
