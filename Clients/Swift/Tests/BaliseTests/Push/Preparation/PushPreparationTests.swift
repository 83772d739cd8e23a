@Suite("The preparation of a notification", .timeLimit(.minutes(10)))
struct PushPreparationTests {
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }
    private let push = ReceivedPush(id: "n", imageAddress: URL(string: "https://example.com/a"))

    /// A preparation whose time limit ends when a test says so.
    private func preparation(
        _ images: ScriptedImages, decrypting: (any PushDecrypting)? = nil, pause: HeldPause = HeldPause()
    ) throws -> PushPreparation {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return PushPreparation(
            decrypting: decrypting, transport: images, folder: folder, pause: pause, random: CountedRandom())
    }

    private func changes(_ preparation: PushPreparation, _ push: ReceivedPush) async throws -> PushChanges {
        let (delivered, delivery) = AsyncStream.makeStream(of: PushChanges.self)
        let run = preparation.begin(push) { delivery.yield($0) }
        var iterator = delivered.makeAsyncIterator()
        let changes = try #require(await iterator.next())
        run.finish()
        delivery.finish()
        #expect(await iterator.next() == nil, "it is delivered once")
        return changes
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    @Test("loads its picture without a credential")
    func image() async throws {
        let images = ScriptedImages()
        let delivered = try await changes(preparation(images), push)
        let image = try #require(delivered.image)
        #expect(try Data(contentsOf: image) == Data(ScriptedImages.png) && image.pathExtension == "png")
        #expect(delivered.decrypted == nil && delivered.category == nil)
        let call = try #require(images.calls.first)
        #expect(call.line == "GET /a" && call.headers.keys.sorted() == ["Accept"])
    }

    @Test("leaves out a picture that is too large, of another format, or missing")
    func noImage() async throws {
        var small = try preparation(ScriptedImages())
        small.maximumImageBytes = ScriptedImages.png.count - 1
        var told = try preparation(ScriptedImages(headers: ["Content-Length": "12"]))
        told.maximumImageBytes = ScriptedImages.png.count
        let (broken, parts) = AsyncThrowingStream<Data, any Error>.makeStream()
        parts.yield(Data(ScriptedImages.png))
        parts.finish(throwing: BaliseTransportError.unreachable("broken"))
        let preparations = [
            small, told, try preparation(ScriptedImages(Array("<html></html>".utf8))),
            try preparation(ScriptedImages(status: 404)), try preparation(ScriptedImages([])),
            try preparation(ScriptedImages(parts: broken)),
        ]
        for preparation in preparations { #expect(try await changes(preparation, push) == PushChanges()) }
        let plain = ScriptedImages()
        let insecure = ReceivedPush(imageAddress: URL(string: "http://example.com/a"))
        #expect(try await changes(preparation(plain), insecure) == PushChanges())
        #expect(plain.calls.isEmpty && files.isEmpty)
    }

    @Test("decrypts its texts, and loads the picture that they name")
    func decryption() async throws {
        let images = ScriptedImages()
        let members: JSONDetails = #"{"imageUrl":"https://example.com/secret","link":"app://a"}"#
        let decrypted = DecryptedPush(title: "Hello", members: members)
        let decrypting = ScriptedDecrypting { push in push.id == "n" ? decrypted : nil }
        let delivered = try await changes(preparation(images, decrypting: decrypting), push)
        #expect(delivered.decrypted == decrypted && delivered.image != nil)
        #expect(images.calls.map(\.line) == ["GET /secret"])
    }

    @Test("delivers it unchanged if it cannot be decrypted")
    func undecryptable() async throws {
        struct NoKey: Error {}
        let decrypting = ScriptedDecrypting { _ in throw NoKey() }
        let delivered = try await changes(preparation(ScriptedImages(), decrypting: decrypting), push)
        #expect(delivered.decrypted == nil && delivered.image != nil)
    }

    @Test("delivers it at the time limit with what is ready")
    func timeLimit() async throws {
        let pause = HeldPause()
        let (parts, part) = AsyncThrowingStream<Data, any Error>.makeStream()
        let images = ScriptedImages(parts: parts)
        let decrypting = ScriptedDecrypting { _ in DecryptedPush(title: "Hello") }
        let limited = try preparation(images, decrypting: decrypting, pause: pause)
        let (delivered, delivery) = AsyncStream.makeStream(of: PushChanges.self)
        let run = limited.begin(push) { delivery.yield($0) }
        var waits = pause.waits.makeAsyncIterator()
        #expect(await waits.next() == 20)
        try await eventually("the picture is asked for") { images.calls.count == 1 }
        pause.end()
        var iterator = delivered.makeAsyncIterator()
        let changes = try #require(await iterator.next())
        #expect(changes.decrypted?.title == "Hello" && changes.image == nil)
        // The picture arrives too late, and its file is removed.
        part.yield(Data(ScriptedImages.png))
        part.finish()
        run.finish()
        delivery.finish()
        #expect(await iterator.next() == nil)
        #expect(files.isEmpty)
    }

    @Test("delivers it before the system's call returns that ends it")
    func systemsEnd() async throws {
        // The hook ignores its cancellation.
        let (gate, end) = AsyncStream.makeStream(of: Never.self)
        let decrypting = ScriptedDecrypting { _ in
            await Task.detached { for await _ in gate {} }.value
            return DecryptedPush(title: "Late")
        }
        let delivered = Mutex<[PushChanges]>([])
        let run = try preparation(ScriptedImages(), decrypting: decrypting).begin(push) { changes in
            delivered.withLock { $0.append(changes) }
        }
        run.finish()
        #expect(delivered.withLock { $0 } == [PushChanges()])
        end.finish()
        run.finish()
        #expect(delivered.withLock { $0.count } == 1)
    }

    @Test("offers its buttons, with one category for the same ones")
    func buttons() async throws {
        let centre = ScriptedPushCentre()
        var offering = try preparation(ScriptedImages())
        offering.buttons = centre
        let pay = NotificationAction(id: "pay", title: "Pay", link: "app://pay")
        let later = NotificationAction(id: "later", title: "Later")
        var ids: [String?] = []
        for actions in [[pay, later], [pay, later], [pay]] {
            ids.append(try await changes(offering, ReceivedPush(actions: actions)).category)
        }
        #expect(ids[0] != nil && ids[0] == ids[1] && ids[0] != ids[2])
        #expect(centre.offered.map { $0.buttons.map(\.title) } == [["Pay", "Later"], ["Pay", "Later"], ["Pay"]])
        #expect(centre.offered.map(\.id) == ids)
        // The app's own category takes precedence.
        let own = ReceivedPush(actions: [pay], category: "ORDER")
        #expect(try await changes(offering, own) == PushChanges())
    }
}
