"""What is needed of NVIDIA's driver: memory and kernels of a GPU."""

import ctypes
import sys
from typing import Any, Dict, List, Optional, Sequence, Tuple

from .errors import LudexError

_driver: Optional[ctypes.CDLL] = None


class DeviceError(LudexError):
    """Something that the driver of a GPU could not do, or that there is none."""


def driver() -> ctypes.CDLL:
    """The driver, which is looked for when it is first needed."""
    global _driver
    if _driver is None:
        name = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
        try:
            _driver = ctypes.CDLL(name)
        except OSError as e:
            raise DeviceError("there is no NVIDIA driver here: %s" % e) from None
        call("cuInit", 0)
    return _driver


def call(function: str, *args: Any) -> None:
    """Call a function of the driver."""
    lib = driver() if _driver is None else _driver
    code = getattr(lib, function)(*args)
    if code:
        text = ctypes.c_char_p()
        lib.cuGetErrorString(code, ctypes.byref(text))
        raise DeviceError("the graphics driver failed in %s: %s (%d)" % (function, (text.value or b"unknown error").decode(), code))


class Context:
    """The context that all libraries of a process share on a device, so that they see the same
    memory."""

    def __init__(self, ordinal: int) -> None:
        driver()
        self.ordinal = ordinal
        device = ctypes.c_int()
        call("cuDeviceGet", ctypes.byref(device), ordinal)
        self._context = ctypes.c_void_p()
        call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)
        self._device = device

    def use(self) -> None:
        """Make it the context of this thread."""
        call("cuCtxSetCurrent", self._context)

    def wait(self) -> None:
        """Wait until everything that was started has ended."""
        call("cuCtxSynchronize")

    def release(self) -> None:
        """Give the context back."""
        call("cuDevicePrimaryCtxRelease_v2", self._device)


class Memory:
    """A part of the memory of a device."""

    def __init__(self, size: int) -> None:
        self.size = max(size, 4)
        address = ctypes.c_uint64()
        call("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(self.size))
        self.address = address.value
        call("cuMemsetD8_v2", ctypes.c_uint64(self.address), 0, ctypes.c_size_t(self.size))

    def write(self, data: bytes, offset: int = 0) -> None:
        call("cuMemcpyHtoD_v2", ctypes.c_uint64(self.address + offset), data, ctypes.c_size_t(len(data)))

    def read(self, size: int) -> bytes:
        data = ctypes.create_string_buffer(size)
        call("cuMemcpyDtoH_v2", data, ctypes.c_uint64(self.address), ctypes.c_size_t(size))
        return data.raw

    def fill(self, value: int, count: int, offset: int, stream: int = 0) -> None:
        """Set a number of words, when what was started before on the stream has ended."""
        call("cuMemsetD32Async", ctypes.c_uint64(self.address + offset), ctypes.c_uint(value), ctypes.c_size_t(count), ctypes.c_void_p(stream))

    def free(self) -> None:
        if self.address:
            call("cuMemFree_v2", ctypes.c_uint64(self.address))
            self.address = 0


class Kernel:
    """A kernel with its arguments, each of eight bytes."""

    def __init__(self, module: "Module", name: str, args: Sequence[int], shared: int = 0) -> None:
        self._function = ctypes.c_void_p()
        call("cuModuleGetFunction", ctypes.byref(self._function), module.handle, name.encode())
        if shared:
            call("cuFuncSetAttribute", self._function, 8, shared)
        self._shared = shared
        self.args = (ctypes.c_uint64 * len(args))(*args)
        size = ctypes.sizeof(ctypes.c_uint64)
        base = ctypes.addressof(self.args)
        self._pointers = (ctypes.c_void_p * len(args))(*[base + i * size for i in range(len(args))])

    def launch(self, blocks: Tuple[int, int], threads: int, stream: int) -> None:
        """Start it; it runs when what was started before on the stream has ended."""
        call("cuLaunchKernel", self._function, blocks[0], blocks[1], 1, threads, 1, 1, self._shared, ctypes.c_void_p(stream), self._pointers, None)


class Module:
    """Code that the driver compiles for the device."""

    def __init__(self, ptx: str, level: int) -> None:
        self.handle = ctypes.c_void_p()
        log = ctypes.create_string_buffer(16384)
        options = (ctypes.c_int * 3)(5, 6, 7)  # a buffer for errors, its size, the level of optimisation
        values = (ctypes.c_void_p * 3)(ctypes.addressof(log), len(log), level)
        try:
            call("cuModuleLoadDataEx", ctypes.byref(self.handle), ptx.encode() + b"\0", 3, options, values)
        except DeviceError as e:
            raise DeviceError("%s: %s" % (e, log.value.decode(errors="replace").strip())) from None

    def unload(self) -> None:
        if self.handle:
            call("cuModuleUnload", self.handle)
            self.handle = ctypes.c_void_p()


# DLPack, by which libraries hand memory to each other.


class _DLDevice(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("number", ctypes.c_int32)]


class _DLType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p), ("device", _DLDevice), ("ndim", ctypes.c_int32), ("dtype", _DLType),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64),
    ]  # fmt: skip


class _DLManaged(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_DLManaged))
_DLManaged._fields_ = [("tensor", _DLTensor), ("context", ctypes.c_void_p), ("deleter", _Deleter)]

_CUDA = 2
_CODES = {"i": 0, "u": 1, "f": 2}
_lent: Dict[int, Tuple[Any, ...]] = {}  # what others use, by its address


def _give_back(managed: Any) -> None:
    _lent.pop(ctypes.addressof(managed.contents), None)


_returned = _Deleter(_give_back)


class Array:
    """An array in the memory of a device.

    PyTorch, CuPy, JAX and others take it without a copy: ``torch.as_tensor(a)``,
    ``cupy.asarray(a)``, ``jax.dlpack.from_dlpack(a)``.
    """

    def __init__(self, owner: Any, address: int, shape: Tuple[int, ...], kind: str, device: int) -> None:
        self._owner = owner  # keeps the memory
        self.address, self.shape, self.kind, self.device = address, shape, kind, device

    @property
    def __cuda_array_interface__(self) -> Dict[str, Any]:
        order = "|" if self.kind[1] == "1" else "<"  # a byte has no order
        return {"shape": self.shape, "typestr": order + self.kind, "data": (self.address, False), "version": 3, "strides": None, "stream": 1}

    def __dlpack_device__(self) -> Tuple[int, int]:
        return (_CUDA, self.device)

    def __dlpack__(self, *, stream: Optional[int] = None, **_: Any) -> Any:
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        managed = _DLManaged()
        t = managed.tensor
        t.data, t.device, t.ndim = self.address, _DLDevice(_CUDA, self.device), len(self.shape)
        t.dtype = _DLType(_CODES[self.kind[0]], 8 * int(self.kind[1]), 1)
        t.shape, t.offset = ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)), 0
        managed.deleter = _returned
        _lent[ctypes.addressof(managed)] = (managed, shape, self)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(managed), b"dltensor", None)

    def numpy(self) -> Any:
        """A copy in the memory of the processor."""
        import numpy as np

        n = int(np.prod(self.shape))
        data = ctypes.create_string_buffer(max(1, n * int(self.kind[1])))
        self._owner.use()
        call("cuMemcpyDtoH_v2", data, ctypes.c_uint64(self.address), ctypes.c_size_t(n * int(self.kind[1])))
        return np.frombuffer(data.raw, dtype="<" + self.kind, count=n).reshape(self.shape)


def address_of(a: Any) -> Tuple[int, Tuple[int, ...], str]:
    """Where an array of another library is, its shape and kind."""
    got = getattr(a, "__cuda_array_interface__", None)
    if got is None:
        raise TypeError("actions must be an array on the GPU: a tensor of PyTorch, an array of CuPy, or anything with __cuda_array_interface__")
    shape: List[int] = list(got["shape"])
    strides = got.get("strides")
    size = int(got["typestr"][2:])
    if strides is not None:
        want = size
        for n, s in zip(reversed(shape), reversed(list(strides))):
            if n != 1 and s != want:
                raise ValueError("actions must be contiguous")
            want *= n
    return int(got["data"][0]), tuple(shape), str(got["typestr"][1:])
