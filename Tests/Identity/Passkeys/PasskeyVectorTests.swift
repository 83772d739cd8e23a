// Answers of authenticators that the Python package fido2 has made, byte for byte.

import PasskeyStorage
import WebAuthn

@testable import Identity

@Suite("Passkeys of another implementation") struct PasskeyVectorTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let algorithm: PasskeyAlgorithm
        let attestation: PasskeyAttestation
        let assertion: PasskeyAssertion

        var testDescription: String { "\(algorithm)" }

        fileprivate init(
            _ algorithm: PasskeyAlgorithm, made: String, attestation: String, shown: String, authenticatorData: String,
            signature: String
        ) {
            let bytes = { (text: String) in base64URLDecoded(text.utf8) ?? [] }
            self.algorithm = algorithm
            self.attestation = PasskeyAttestation(
                credentialID: Array(1...16), clientData: bytes(made), attestationObject: bytes(attestation),
                transports: ["usb"])
            assertion = PasskeyAssertion(
                credentialID: Array(1...16), clientData: bytes(shown), authenticatorData: bytes(authenticatorData),
                signature: bytes(signature), userHandle: [1, 2, 3])
        }
    }

    private func party() throws -> RelyingParty {
        var settings = Settings().passkeys
        settings.relyingParty = "localhost"
        settings.origins = ["http://localhost:1"]
        return try #require(RelyingParty(settings, secret: [UInt8](repeating: 1, count: 32)))
    }

    @Test("Vectors of another implementation verify, and fail with any flipped bit", arguments: vectors)
    func verified(_ vector: Vector) throws {
        let party = try party()
        let account = AccountID.named("ada")
        let made = try ClientData(vector.attestation.clientData, of: .registration, for: party)
        #expect(made.challenge.prefix(3) == [0xfb, 0xff, 0])
        let passkey = try AttestedPasskey(vector.attestation, clientDataHash: made.hash, for: party)
        #expect(passkey.credential.key.algorithm == vector.algorithm && passkey.credential.id == Array(1...16))
        #expect(passkey.signCount == 0 && !passkey.isBackedUp && passkey.transports == ["usb"])

        let shown = try ClientData(vector.assertion.clientData, of: .signIn, for: party)
        let kept = KeptPasskey(
            id: try #require(PasskeyID("p1")), owner: account, key: passkey.credential.key, signCount: 0,
            isBackupEligible: false)
        var assertion = vector.assertion
        assertion.userHandle = party.userHandle(of: account)
        #expect(try ShownPasskey(assertion, kept, clientDataHash: shown.hash, for: party).use.signCount == 1)
        for place in assertion.authenticatorData.indices {
            var changed = assertion
            changed.authenticatorData[place] ^= 1 << (place % 8)
            #expect(throws: PasskeyRefusal.self) {
                try ShownPasskey(changed, kept, clientDataHash: shown.hash, for: party)
            }
        }
        for place in assertion.signature.indices {
            var changed = assertion
            changed.signature[place] ^= 1 << (place % 8)
            #expect(throws: PasskeyRefusal.self) {
                try ShownPasskey(changed, kept, clientDataHash: shown.hash, for: party)
            }
        }
        // Whatever is cut off, it is no passkey and no crash.
        for length in vector.attestation.attestationObject.indices {
            var cut = vector.attestation
            cut.attestationObject.removeLast(length + 1)
            #expect(throws: PasskeyRefusal.self) { try AttestedPasskey(cut, clientDataHash: made.hash, for: party) }
        }
    }

    private static let vectors = [
        Vector(
            .es256,
            made: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiLV84QUFBQUFBQUFBQUFBQUFBQUFBQSIsIm9yaWdp"
                + "biI6Imh0dHA6Ly9sb2NhbGhvc3Q6MSIsImNyb3NzT3JpZ2luIjpmYWxzZX0",
            attestation: "o2NmbXRmcGFja2VkZ2F0dFN0bXSiY2FsZyZjc2lnWEYwRAIgblTqo_FC9ny8HB2iKam9NTd1y1V-NM5SFt1CwGrTZAMC"
                + "IHdqdE82tgL4h3G7VriMJmZ-QN2pGfsoosZONPpxL1sOaGF1dGhEYXRhWJRJlg3liA6MaHQ0Fw9kdmBbj-SuuaKGMseZ"
                + "XPO6gx2XY0UAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAQIDBAUGBwgJCgsMDQ4PEKUBAgMmIAEhWCCpsShhYeblj0U--fYt"
                + "Hh0-b5UbOuDoYR6gZuCD2LA4zSJYIIbYuyVWeKRny-ifh4ymq7M5jn3Xa2mytcDW4WQZGxxW",
            shown: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiLV84QUFBQUFBQUFBQUFBQUFBQUFBQSIsIm9yaWdpbiI6"
                + "Imh0dHA6Ly9sb2NhbGhvc3Q6MSIsImNyb3NzT3JpZ2luIjpmYWxzZX0",
            authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
            signature: "MEUCIHfXbuxOfJp7_4QybznXHgHye-C1EJadJpVl704kJRR6AiEA6Kx3muFcEr3iDvxPc5RYdg4uKTnYyx91ysHRaFsx"
                + "QUk"),
        Vector(
            .edDSA,
            made: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiLV84QUFBQUFBQUFBQUFBQUFBQUFBQSIsIm9yaWdp"
                + "biI6Imh0dHA6Ly9sb2NhbGhvc3Q6MSIsImNyb3NzT3JpZ2luIjpmYWxzZX0",
            attestation: "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVhxSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAAAA"
                + "AAAAAAAAAAAAAAAAAAAAEAECAwQFBgcICQoLDA0ODxCkAQEDJyAGIVggZmk61nDr8pu4geJE5ZoP_XrdC7qONnETmlRF"
                + "MIFNcgQ",
            shown: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiLV84QUFBQUFBQUFBQUFBQUFBQUFBQSIsIm9yaWdpbiI6"
                + "Imh0dHA6Ly9sb2NhbGhvc3Q6MSIsImNyb3NzT3JpZ2luIjpmYWxzZX0",
            authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
            signature: "D22ChNd3ldwhBcKXRub7Ati70_fYYCkJ-Sncv4x0NgLnjmuOTOqp252yGSAnjzcNqFzC-QR6CZrM8827AJJmCw"),
        Vector(
            .rs256,
            made: "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiLV84QUFBQUFBQUFBQUFBQUFBQUFBQSIsIm9yaWdp"
                + "biI6Imh0dHA6Ly9sb2NhbGhvc3Q6MSIsImNyb3NzT3JpZ2luIjpmYWxzZX0",
            attestation: "o2NmbXRmcGFja2VkZ2F0dFN0bXSiY2FsZzkBAGNzaWdZAQAH_YdeV_4Q7ZyF0qebVaa_IFUekx4Qc2Ptyiylbno79D4R"
                + "18vqsEsLMHTGdLSwmErQIn-usKr90eX7iMCbqkvZa3Lij2QyA8pqvGQCyMHsiCPucF9_wMjclnc-nyHegyJNMyVt5Nte"
                + "bIDGohJ9uaMZBpbGkyK6JdlQ1fuWuKkWYojnpvOlweabv15OOvXbWuxgr9L3a9KicgBVmGsMawZMC7n179bix4Qks4zD"
                + "aUxz7yhw7-7Pvn3vK0LQnbAAJE2jyr1fyGSyEw8qjKcrzQxR3V2JIIbBj3pVtrRqZtYZu2cyrrjQnpN4goGB_VHIyJFk"
                + "1RR6PPtPUq5LNSzEyag1aGF1dGhEYXRhWQFXSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAAAAAAAA"
                + "AAAAAAAAAAAAAAAAEAECAwQFBgcICQoLDA0ODxCkAQMDOQEAIFkBAKVX6YnDFoWVaAGOsjIGB6bfj8LXtz2ZSz5M71QM"
                + "Dxsl1mpXYuPALczIOKvSq-oZfVaLQr86PZ6DDrPEDmInJgmfSotHurQrMpcIrqzRV-tIMJ54h_HqXm7BbIsfD9rinkKH"
                + "R82nSBybhZQzompbCxrF7rnO-uEzf6PmC19aeczwGxzOFoqXg3foKhahUySrSwGrnwPAYzFY-rOMEm2bqvN2wy6wDiok"
                + "J54RCbHuPxDSMrKEsz6RgMK2dnXWJcG5EPIiAydgOfAaNoidRMTXmRoueM1iigMXsd3Q6TPWgAx6QKfAQG--zFlGDrNU"
                + "hVY6ZEA_QC2j6SMNUHjlg__z5kchQwEAAQ",
            shown: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiLV84QUFBQUFBQUFBQUFBQUFBQUFBQSIsIm9yaWdpbiI6"
                + "Imh0dHA6Ly9sb2NhbGhvc3Q6MSIsImNyb3NzT3JpZ2luIjpmYWxzZX0",
            authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
            signature: "JqDROBNkWPy6XHyVTrayE17_hcv3_4chBVUGYGILrI-bk3k4JNwzUbW072MDR6-YuRhn1Yt6d2TA2Rg-JAi1E5AsQRWC"
                + "tdY7fv-XBWjzjAZvI0ieHFsVqQMzdSaCKQlLAfsTYnQckUYE3LwpTHNhVx8e7hhyhVie9ZcBukCVDa4iyeA90pzcFiDQ"
                + "u9XQ-8nZtCwdayaLPGZrqjJKOkRr2lxoo7wJ5saKtvSwNm4HWI3zP1b7Nra7Q4Dvv8-8qUn_2dtiKox5qJYy6Dg9m-Bl"
                + "X4sWyFdbPqLh0BvRne9L4KQv1pDu4rQPY5YaHE2gcORUZrJlfhR-qhq2sfY6Ex0Ekg"),
    ]
}
