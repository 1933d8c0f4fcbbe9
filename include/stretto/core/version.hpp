// The library's version.
#pragma once

#define STRETTO_VERSION_MAJOR 0
#define STRETTO_VERSION_MINOR 1
#define STRETTO_VERSION_PATCH 0
#define STRETTO_VERSION "0.1.0"
