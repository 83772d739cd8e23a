// Only Apple's systems have background sessions.
#if os(iOS) && !canImport(FoundationNetworking)
    import BaliseAPI
    public import Foundation

    /// Leaves the upload of places to the system, which continues while the app is suspended or ended. Every other call
    /// uses a ``BaliseURLSessionTransport``. Nobody has built or tried it with Xcode yet.
    ///
    /// Use it with ``LocationPower/whenMoving``, where the app sleeps between two places. Three things differ: In the
    /// background, the system chooses the moment of an upload. It follows redirects. It may repeat an upload whose
    /// connection broke, so the history can have those places twice.
    ///
    ///     configuration.transport = BackgroundUploads()
    public struct BackgroundUploads: BaliseStreamingTransport {
        private static let identifier = "balise.places"
        /// The limit for one upload in seconds. The outbox waits for one upload at a time.
        private static let maximumUpload: TimeInterval = 600

        private let session: URLSession
        private let receiver = UploadReceiver()
        private let others = BaliseURLSessionTransport()

        /// Creates the transport. The app needs one at each launch: the system reports the uploads of the last process.
        public init() {
            let configuration = URLSessionConfiguration.background(withIdentifier: Self.identifier)
            configuration.timeoutIntervalForResource = Self.maximumUpload
            configuration.httpCookieStorage = nil
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
        }

        /// Calls `done` at the end. For `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
        @MainActor
        public func finish(then done: @escaping () -> Void) { receiver.done = done }

        public func send(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
            guard call.url.path.hasSuffix(MiataruEndpoint.updateLocation.path), let body = call.body else {
                return try await others.send(call)
            }
            // A background session uploads only files. The body has the device's key, so the file is removed after it.
            let file = UploadReceiver.folder.appendingPathComponent("balise-upload-" + UUID().uuidString)
            do {
                try body.write(to: file, options: .completeFileProtectionUntilFirstUserAuthentication)
            } catch {
                throw .notWritten("the upload cannot be written to \(file.path): \(error)")
            }
            var request = URLRequest(call)
            request.httpBody = nil
            let task = session.uploadTask(with: request, fromFile: file)
            task.taskDescription = file.lastPathComponent
            let answers = receiver.answers(to: task)
            task.resume()
            do {
                return try await withTaskCancellationHandler {
                    for try await answer in answers { return answer }
                    throw BaliseTransportError.cancelled
                } onCancel: {
                    task.cancel()
                }
            } catch {
                throw BaliseTransportError(error)
            }
        }

        public func stream(_ call: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPStream {
            try await others.stream(call)
        }

        public func download(
            _ call: BaliseHTTPRequest, to file: URL
        ) async throws(BaliseTransportError) -> BaliseHTTPResponse { try await others.download(call, to: file) }
    }

    // The class is Sendable because the lock guards the uploads.
    private final class UploadReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
        typealias Answers = AsyncThrowingStream<BaliseHTTPResponse, any Error>

        static let folder = FileManager.default.temporaryDirectory

        private let lock = NSLock()
        private var uploads: [Int: (body: Data, answer: Answers.Continuation)] = [:]
        @MainActor var done: (() -> Void)?

        func answers(to task: URLSessionTask) -> Answers {
            let (answers, answer) = Answers.makeStream()
            lock.withLock { uploads[task.taskIdentifier] = (Data(), answer) }
            return answers
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            lock.lock()
            defer { lock.unlock() }
            uploads[dataTask.taskIdentifier]?.body.append(data)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            if let name = task.taskDescription {
                try? FileManager.default.removeItem(at: Self.folder.appendingPathComponent(name))
            }
            // No reader waits for an upload of an earlier process. The outbox finds its places in the history.
            guard let upload = lock.withLock({ uploads.removeValue(forKey: task.taskIdentifier) }) else { return }
            if let error {
                upload.answer.finish(throwing: error)
                return
            }
            do {
                upload.answer.yield(try BaliseHTTPResponse(task.response, upload.body))
                upload.answer.finish()
            } catch {
                upload.answer.finish(throwing: error)
            }
        }

        func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
            Task { @MainActor in
                done?()
                done = nil
            }
        }
    }
#endif
