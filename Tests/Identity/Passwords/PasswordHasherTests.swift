import Crypto
import CryptoExtras

@testable import Identity

@Suite("The password hasher", .timeLimit(.minutes(10))) struct PasswordHasherTests {
    private func withHasher(
        _ parameters: ScryptParameters = .cheap,
        pause: @escaping @Sendable (Duration) async throws -> Void = { _ in },
        _ body: (PasswordHasher, MetricsRegistry) async throws -> Void
    ) async throws {
        let threads = HashingThreads(threads: 1, maximumWaiting: 10)
        defer { threads.stop() }
        let metrics = MetricsRegistry()
        let hasher = PasswordHasher(parameters: parameters, threads: threads, metrics: metrics, pause: pause) { count in
            (0..<count).map { _ in UInt8.random(in: 0...255) }
        }
        try await body(hasher, metrics)
    }

    private func password(_ text: String) throws -> Password { try #require(Password(shown: SecretText(text))) }

    @Test("The hasher is scrypt as in RFC 7914, section 12")
    func vector() throws {
        let key = try KDF.Scrypt.deriveKey(
            from: Array("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8), outputByteCount: 64, rounds: 16384,
            blockSize: 8, parallelism: 1)
        let hash = key.withUnsafeBytes { opaqueIDText($0) }
        #expect(hash.hasPrefix("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"))
    }

    @Test("The hasher has the standard parameters by default")
    func standard() {
        #expect(ScryptParameters(Settings().identity) == ScryptParameters(rounds: 16384, blockSize: 8, parallelism: 5))
    }

    @Test("A hash matches its password and no other")
    func matching() async throws {
        try await withHasher { hasher, _ in
            let stored = try await hasher.stored(password("a good password"), for: .stranger())
            #expect(try await hasher.matches(password("a good password"), stored, for: .stranger()))
            #expect(try await !hasher.matches(password("A good password"), stored, for: .stranger()))
            #expect(try await !hasher.matches(nil, stored, for: .stranger()))
            #expect(try await !hasher.matches(password("a good password"), nil, for: .stranger()))
        }
    }

    @Test("Each hash keeps its own salt and the parameters it was made with")
    func storing() async throws {
        try await withHasher { hasher, _ in
            let one = try await hasher.stored(password("a good password"), for: .stranger())
            let other = try await hasher.stored(password("a good password"), for: .stranger())
            #expect(one.salt != other.salt && one.hash != other.hash)
            #expect(one.salt.count == 16 && one.hash.count == 32)
            #expect(one.parameters == .cheap)
        }
    }

    @Test("A password is checked with the parameters that it was stored with")
    func oldParameters() async throws {
        try await withHasher { old, _ in
            let stored = try await old.stored(password("a good password"), for: .stranger())
            try await withHasher(ScryptParameters(rounds: 64, blockSize: 8, parallelism: 2)) { hasher, _ in
                #expect(stored.isWeaker(than: hasher.parameters))
                #expect(try await hasher.matches(password("a good password"), stored, for: .stranger()))
                let new = try await hasher.stored(password("a good password"), for: .stranger())
                #expect(!new.isWeaker(than: hasher.parameters) && !new.isWeaker(than: .cheap))
            }
        }
    }

    @Test("A check that waits for the time of the other kind keeps no thread from its work")
    func resting() async throws {
        let (pauses, paused) = AsyncStream.makeStream(of: Duration.self)
        let pause: @Sendable (Duration) async throws -> Void = { duration in
            paused.yield(duration)
            // Until it is cancelled.
            try await Task.sleep(for: .seconds(3600))
        }
        try await withHasher(.standard, pause: pause) { hasher, _ in
            let shown = try password("password")
            let imported = StoredPassword.imported(try ImportedHash("pbkdf2_sha1$1$salt$DGDID5YfDnHzqbUkr2ASBi/gN6Y="))
            let first = Task { try await hasher.matches(shown, imported, for: .stranger()) }
            for await pause in pauses {
                #expect(pause > .zero)
                break
            }
            let isRight = try await hasher.matches(shown, nil, for: .stranger())
            #expect(!isRight)
            first.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
        }
    }

    @Test("Each check hashes once, whether or not there is something to compare with")
    func sameWork() async throws {
        try await withHasher { hasher, metrics in
            func hashes() -> UInt64 {
                metrics.snapshot().first { $0.name == "balise_identity_password_hash_seconds" }?.counts.last ?? 0
            }
            let stored = try await hasher.stored(password("a good password"), for: .stranger())
            for (shown, kept) in [
                (try password("a wrong password"), stored), (try password("a good password"), nil), (nil, stored),
                (nil, nil),
            ] as [(Password?, StoredPassword?)] {
                let before = hashes()
                #expect(try await !hasher.matches(shown, kept, for: .stranger()))
                #expect(hashes() == before + 1)
            }
        }
    }
}
