// The pages of a Miataru server that are no calls.

import HTTPTypes
import NIOCore

/// A page that is always the same.
struct Page: Sendable {
    let name: String
    let path: String
    let answer: Answer

    static let all = [banner, robots, icon]

    private static let banner = Page(
        name: "banner", path: "/",
        answer: Answer(
            .ok, .plainText,
            ByteBuffer(string: "Balise speaks the miataru API, versions 1.0 and 1.1, under /v1/. See /openapi.yaml.\n"))
    )

    private static let robots = Page(
        name: "robots", path: "/robots.txt",
        answer: Answer(.ok, .plainText, ByteBuffer(string: "User-agent: *\nDisallow:\n")))

    private static let icon = Page(
        name: "icon", path: "/favicon.ico",
        answer: Answer(
            .ok, HTTPField(name: .contentType, value: "image/x-icon"), ByteBuffer(bytes: iconBytes)))

    /// One point of the colour of a buoy, 1 by 1, 32 bits: directory, entry, bitmap header, pixel (BGRA), mask.
    private static let iconBytes: [UInt8] =
        [0, 0, 1, 0, 1, 0]
        + [1, 1, 0, 0, 1, 0, 32, 0, 48, 0, 0, 0, 22, 0, 0, 0]
        + [40, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 32, 0] + [UInt8](repeating: 0, count: 24)
        + [0x22, 0x55, 0xEE, 0xFF] + [0, 0, 0, 0]
}
